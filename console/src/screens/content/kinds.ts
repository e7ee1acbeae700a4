/** The kinds of content in the words of the console. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IconName } from '../../ui/icons.tsx'
import type { Kind } from './content.ts'

export const kinds: Readonly<
  Record<Kind, { readonly label: MessageDescriptor; readonly about: MessageDescriptor; readonly icon: IconName }>
> = {
  Sections: {
    label: msg`Sections`,
    about: msg`Build it from headings, texts, images and buttons.`,
    icon: 'sections',
  },
  Regions: {
    label: msg`Template`,
    about: msg`Fill in the editable texts and images of a template.`,
    icon: 'template',
  },
  Html: { label: msg`HTML`, about: msg`Write or paste the page of a mail.`, icon: 'code' },
  Mjml: { label: msg`MJML`, about: msg`Short markup that works on phones and in Outlook.`, icon: 'code' },
  Zip: { label: msg`File`, about: msg`Upload a page, or a ZIP file of a page with its images.`, icon: 'log' },
  Url: { label: msg`Web page`, about: msg`A page of your site is loaded and copied.`, icon: 'globe' },
}
