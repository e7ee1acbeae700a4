/** Calls about templates (reference/rest.md §2.7). */
import { many, object, text } from './fields.ts'
import { call, type RestCall } from './row.ts'

const Template = object('Template', { TemplateID: text, Name: text, PreviewURL: text, ScreenshotURL: text })
const pages = { Name: text, HtmlPageURL: text, ZipFileURL: text }

interface TemplateValue {
  readonly TemplateID?: string | null | undefined
  readonly Name?: string | null | undefined
  readonly PreviewURL?: string | null | undefined
  readonly ScreenshotURL?: string | null | undefined
}
const shown = ({ TemplateID, Name, PreviewURL, ScreenshotURL }: TemplateValue) => ({
  TemplateID: TemplateID ?? '',
  Name: Name ?? '',
  PreviewURL: PreviewURL ?? '',
  ScreenshotURL: ScreenshotURL ?? '',
})

interface GivenPages {
  readonly Name: string | undefined
  readonly HtmlPageURL: string | undefined
  readonly ZipFileURL: string | undefined
}
const pagesOf = ({ Name, HtmlPageURL, ZipFileURL }: GivenPages) => ({
  TemplateName: Name,
  HTMLPageURL: HtmlPageURL,
  ZipFileURL,
})

export const templateCalls: readonly RestCall[] = [
  call('GET clients/{ClientID}/templates', {
    about: 'The templates of a client.',
    operation: 'Client.GetTemplates',
    params: ({ path }) => path,
    returns: many(Template),
    answer: templates => templates.map(shown),
  }),
  call('POST templates/{ClientID}', {
    about: 'Creates a template from a page that is fetched at once.',
    body: pages,
    argument: 'template',
    operation: 'Template.Create',
    params: ({ path, body }) => ({ ...path, ...pagesOf(body) }),
    returns: text,
    answer: id => id,
    status: 201,
  }),
  call('GET templates/{TemplateID}', {
    about: 'A template with its preview.',
    operation: 'Template.GetDetail',
    params: ({ path }) => path,
    returns: Template,
    answer: shown,
  }),
  call('PUT templates/{TemplateID}', {
    about: 'Fetches a template anew.',
    body: pages,
    argument: 'template',
    operation: 'Template.Update',
    params: ({ path, body }) => ({ ...path, ...pagesOf(body) }),
  }),
  call('POST templates/{TemplateID}/copy', {
    about:
      'Copies a template as it is now to a client of the same account. `ClientID` says the same as `DestinationClientID`.',
    body: { DestinationClientID: text, ClientID: text, Name: text },
    argument: 'template',
    operation: 'Template.Copy',
    params: ({ path, body }) => ({ ...path, ToClientID: body.DestinationClientID ?? body.ClientID, Name: body.Name }),
    codes: { InvalidClientId: 'InvalidDestination' },
    returns: text,
    answer: id => id,
    status: 201,
  }),
  call('DELETE templates/{TemplateID}', {
    about: 'Deletes a template; it can be restored for 30 days.',
    operation: 'Template.Delete',
    params: ({ path }) => path,
  }),
]
