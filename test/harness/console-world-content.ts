/** Templates of the first client: of a starter, of a designer who writes from right to left, and one with a name as long as it may be. */
import { hills } from '../../src/domain/templates/starters/pictures.ts'
import type { TestService } from './service.ts'

export interface ContentWorld {
  readonly templateId: string
  /** A draft of that template. */
  readonly regionsDraftId: string
  /** A draft that is composed of sections, one of each kind. */
  readonly sectionsDraftId: string
}

export async function contentWorld({ call }: Pick<TestService, 'call'>, ClientID: string): Promise<ContentWorld> {
  const made = async (operation: string, params: object): Promise<string> => {
    const { status, value } = await call(operation, { ClientID, ...params })
    if (status !== 200) throw new Error(JSON.stringify(value))
    return value as string // the identifier
  }
  const templateId = await made('Template.CreateFromStarter', { Starter: 'newsletter', Name: 'Garden letter' })
  await made('Template.CreateFromStarter', { Starter: 'letter', Name: '' })
  const Html =
    '<h1><singleline label="Headline">Hello</singleline></h1><multiline label="Text"><p>Text</p></multiline><p><unsubscribe>Leave us</unsubscribe></p>'
  await made('Template.CreateFromContent', { Name: 'رسالة الربيع', Html })
  await made('Template.CreateFromContent', { Name: 'Donaudampfschifffahrtsgesellsc', Html })
  const { CampaignID: regionsDraftId } = (await made('Campaign.CreateDraft', {
    ...{
      Name: 'Spring on the road',
      Subject: 'Spring is here',
      FromName: 'Blossom',
      FromEmail: 'rosa@blossom.example',
    },
    Content: { Kind: 'Regions', TemplateID: templateId },
  })) as unknown as { CampaignID: string }
  return { templateId, regionsDraftId, sectionsDraftId: await sectionsDraft(made) }
}

async function sectionsDraft(made: (operation: string, params: object) => Promise<string>): Promise<string> {
  const Content = hills.toString('base64')
  const { Url } = (await made('Asset.Upload', { Name: 'hills.png', Content })) as unknown as { Url: string }
  const story = { html: '<p>Dig deep, water well, and wait for the first frost.</p>' }
  const sections = [
    { kind: 'heading', level: '1', text: 'The garden in November' },
    {
      kind: 'text',
      html: '<p>Hello [firstname,fallback=there],</p><p>the beds are <strong>cleared</strong>, the bulbs are in.</p>',
    },
    { kind: 'image', src: Url, alt: 'Hills in the morning light', width: 'large', rounded: true },
    { kind: 'button', text: 'Read the story', href: 'https://blossom.example/november' },
    { kind: 'divider' },
    {
      kind: 'imageText',
      src: Url,
      alt: 'Hills',
      title: 'A walk in the hills',
      html: '<p>Meet us at the gate at nine.</p>',
      side: 'right',
    },
    {
      kind: 'columns',
      columns: [
        { title: 'Tulips', ...story, label: 'More', href: 'https://blossom.example/tulips' },
        { title: 'Roses', ...story, label: 'More', href: 'https://blossom.example/roses' },
      ],
    },
    { kind: 'raw', html: '<p style="margin:0">Until the <em>end</em> of November.</p>', background: '#eef4ec' },
    {
      kind: 'social',
      style: 'buttons',
      links: [
        { name: 'Mastodon', href: 'https://social.example/@blossom' },
        { name: 'Photos', href: 'https://photos.example/blossom' },
      ],
    },
    { kind: 'footer', address: 'Blossom, Garden Lane 1\n20095 Hamburg' },
  ]
  const { CampaignID } = (await made('Campaign.CreateDraft', {
    ...{ Name: 'November', Subject: 'The garden in November', FromName: 'Blossom', FromEmail: 'rosa@blossom.example' },
    Content: { Kind: 'Sections', Sections: JSON.stringify({ version: 1, sections }) },
  })) as unknown as { CampaignID: string }
  return CampaignID
}
