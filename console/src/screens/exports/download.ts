import { call } from '../../api/call.ts'

/** Saves the file of an export. A link ends after some minutes: each download asks for one of its own. @throws as Lettershop.call */
export async function download(named: { readonly ClientID: string; readonly ExportID: string }): Promise<void> {
  const { URL: link = '' } = await call('Export.GetLink', named)
  // answered as an attachment: the page stays
  location.assign(new URL(link).pathname)
}
