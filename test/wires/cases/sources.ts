import { cases } from '../case.ts'

const client = { ClientID: '{client}' }
const mjml = `<mjml>
  <mj-body>
    <mj-section><mj-column><mj-text colour="red">Hello [firstname,fallback=you] <unsubscribe>Leave</unsubscribe></mj-text></mj-column></mj-section>
  </mj-body>
</mjml>`
const sections = JSON.stringify({ version: 1, sections: [{ kind: 'button', text: 'Buy', href: 'https:/' }] })
const writtenPage = '<p><singleline label="Headline">Hello</singleline></p><p><unsubscribe>Leave</unsubscribe></p>'
const onlyHtml = { Name: 'Written', Html: writtenPage, Mjml: '', UploadID: '' }
const value = (Name: string, Content: string) => ({ Name, Content })
const template = { TemplateID: '{letter}' }

const oneSection = (section: object) => JSON.stringify({ version: 1, sections: [section] })
const block = {
  Name: 'Opening hours & <more>',
  Sections: oneSection({ kind: 'text', html: '<p>Monday to Friday</p><script>alert(1)</script>' }),
}
const ofBlocks = [
  ['a block has a name', { Name: ' ' }, 'BlockNameEmpty'],
  ['a name is one line', { Name: 'Two\nlines' }, 'InvalidCharacters'],
  ['a name has at most 100 characters', { Name: 'x'.repeat(101) }, 'ValueTooLong'],
  ['a block is one section', { Sections: '{"version":1,"sections":[]}' }, 'InvalidSections'],
  ['a section is of a kind that is known', { Sections: oneSection({ kind: 'video' }) }, 'InvalidSections'],
  ['a block has a length', { Sections: 'x'.repeat(20_001) }, 'ValueTooLong'],
  ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
] as const

/** While {letter} is a template. */
export const sources = [
  cases('Content.CompileMjml', { ...client, Mjml: mjml }, [
    ['MJML becomes HTML, and an unknown attribute is a warning', {}],
    [
      'an include is an error, and there is no HTML',
      { Mjml: mjml.replace('<mj-section>', '<mj-include path="/etc/passwd" />') },
    ],
    ['text that is no MJML is an error', { Mjml: 'Hello' }],
    ['nothing is no MJML', { Mjml: ' ' }, 'InvalidMjml'],
    ['MJML has a length', { Mjml: 'x'.repeat(500_001) }, 'ValueTooLong'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Content.CompileSections', { ...client, Sections: sections, Marked: false }, [
    ['sections become HTML, and a button without an address is named', {}],
    ['for an editor, elements say where they stand', { Marked: true }],
    ['an unknown kind has a place', { Sections: '{"version":1,"sections":[{"kind":"video"}]}' }, 'InvalidSections'],
    ['nothing is no document', { Sections: '' }, 'InvalidSections'],
    ['a document has a length', { Sections: 'x'.repeat(250_001) }, 'ValueTooLong'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Content.OpenCanvas', client, [
    ['the page that an editor shows a mail in', {}],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Content.GetSectionKinds', client, [
    ['the kinds of sections with their settings', {}],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Block.Create', { ...client, ...block }, [
    ['a section is saved under a name', {}, 'success', 'opening'],
    ['a name belongs to one block', { Name: 'OPENING hours & <more>' }, 'DuplicateBlockName'],
    ...ofBlocks,
    [
      'a second block',
      { Name: 'Button', Sections: oneSection({ kind: 'button', text: 'Buy' }) },
      'success',
      'buttonBlock',
    ],
    ['a client has at most 100', { ClientID: '{crowded}' }, 'TooManyBlocks'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Block.List', { ...client, Cursor: '', Limit: 0 }, [
    ['blocks come by name', {}],
    ['a page of one', { Limit: 1 }, 'success', 'afterButton'],
    ['the page after it', { Limit: 1, Cursor: '{afterButton}' }],
    ['a cursor is one that this operation gave', { Cursor: 'WzEsMl0x' }, 'InvalidParameter'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Block.Update', { ...client, BlockID: '{opening}', ...block }, [
    ['name and section are replaced', { Name: 'Closing hours', Sections: oneSection({ kind: 'divider' }) }],
    ['a name still belongs to one block', { Name: 'button' }, 'DuplicateBlockName'],
    ['an unknown block cannot be changed', { BlockID: '0'.repeat(32) }, 'UnknownBlock'],
    ['another client has other blocks', { ClientID: '{crowded}' }, 'UnknownBlock'],
    ...ofBlocks,
  ]),
  cases('Block.Delete', { ...client, BlockID: '{opening}' }, [
    ['a block is deleted', {}],
    ['a deleted block is unknown', {}, 'UnknownBlock'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Content.ListStarters', { ...client, Language: 'de-AT' }, [
    ['the starter letters in a language', {}],
    ['a language must be spoken here', { Language: 'xx' }, 'InvalidLanguage'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Content.PreviewStarter', { ...client, Starter: 'Welcome', Language: '' }, [
    ['a letter with the branding of the client', {}],
    ['a letter must be there', { Starter: 'poem' }, 'UnknownStarter'],
    ['a language must be spoken here', { Language: 'xx' }, 'InvalidLanguage'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Content.TakeStarter', { ...client, Starter: 'plain', Language: 'fr' }, [
    ['a letter becomes a document of sections', {}],
    ['a letter must be there', { Starter: 'newsletter' }, 'UnknownStarter'],
    ['a language must be spoken here', { Language: 'xx' }, 'InvalidLanguage'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Template.GetRegions', template, [
    ['the regions of a template', {}],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s template is unknown', { TemplateID: '{foreignTemplate}' }, 'InvalidTemplateId'],
    ['a template of before there was a limit', { TemplateID: '{crowdedTemplate}' }, 'TooManyRegions'],
  ]),
  cases('Template.ListStarters', {}, [['the templates that come with the service', {}]]),
  cases('Template.CreateFromStarter', { ...client, Starter: 'Announcement', Name: 'Summer & party', Language: '' }, [
    ['a starter becomes a template of the client', {}, 'success', 'party'],
    ['a starter brings a name along', { Starter: 'letter', Name: '' }, 'success', 'started'],
    [
      'a letter brings a name of its language',
      { Starter: 'plain', Name: '', Language: 'de' },
      'success',
      'startedLetter',
    ],
    ['a language must be spoken here', { Starter: 'plain', Language: 'xx' }, 'InvalidLanguage'],
    ['a starter must be there', { Starter: 'poem' }, 'UnknownStarter'],
    ['a name is one line', { Name: 'Two\nlines' }, 'InvalidTemplateName'],
    ['it takes the right to import HTML', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Template.CreateFromContent', { ...client, ...onlyHtml }, [
    ['HTML becomes a template of the client', {}, 'success', 'pasted'],
    [
      'MJML becomes a template',
      { Html: '', Mjml: mjml.replace('Hello', '<singleline>Hello</singleline>') },
      'success',
      'pastedMjml',
    ],
    ['a page must be given', { Html: '' }, 'MissingParameter'],
    ['one page is given', { Mjml: mjml }, 'InvalidParameter'],
    ['something must be open in it', { Html: '<p>Hello</p>' }, 'NoEditableRegion'],
    ['an upload must be there', { Html: '', UploadID: '0123456789abcdef0123456789abcdef' }, 'UnknownUpload'],
    ['it takes the right to import HTML', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Template.Copy', { ...template, ToClientID: '{client}', Name: '' }, [
    ['a copy has the name of the template', {}, 'success', 'copied'],
    ['or one of its own', { Name: 'Copy & more' }, 'success', 'copiedAgain'],
    ['a name is one line', { Name: 'Two\nlines' }, 'InvalidTemplateName'],
    ['another account’s client gets no copy', { ToClientID: '{foreignClient}' }, 'InvalidClientId'],
    ['another account’s template is unknown', { TemplateID: '{foreignTemplate}' }, 'InvalidTemplateId'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Template.SaveContent', { TemplateID: '{pasted}', Revision: 1, ...onlyHtml }, [
    ['a save is the next revision', {}],
    ['a save that is based on an older revision brings both versions', {}, 'StaleRevision'],
    ['0 is based on whatever there is', { Revision: 0 }],
    ['another account’s template is unknown', { TemplateID: '{foreignTemplate}' }, 'InvalidTemplateId'],
  ]),
  cases('Template.FillRegions', { TemplateID: '{started}', Regions: [] }, [
    ['regions without a value show what the template does', {}],
    [
      'text, HTML, an image and a link',
      {
        Regions: [
          value('Name', 'Carla <Bloom> & Co'),
          value('Letter', '<p onclick="x()">Hi <b>[firstname]</b><script>x()</script></p>'),
          { ...value('Logo', 'https://bloom.example/logo.png'), Alt: 'Bloom' },
        ],
      },
    ],
    [
      'a repeater',
      {
        TemplateID: '{party}',
        Regions: [
          {
            Name: 'Programme',
            Items: [{ Regions: [value('What', 'Songs')] }],
          },
        ],
      },
    ],
    ['a region must be there', { Regions: [value('Poem', 'x')] }, 'UnknownRegion'],
    ['an image is an address', { Regions: [value('Logo', 'javascript:x()')] }, 'InvalidRegionValue'],
    ['a template of before there was a limit', { TemplateID: '{crowdedTemplate}' }, 'TooManyRegions'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s template is unknown', { TemplateID: '{foreignTemplate}' }, 'InvalidTemplateId'],
  ]),
].flat()
