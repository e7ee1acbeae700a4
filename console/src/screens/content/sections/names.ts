/** Kinds of sections, their settings and choices in the words of the console. One that is not here is shown by its own name. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IconName } from '../../../ui/icons.tsx'

export interface KindNames {
  readonly label: MessageDescriptor
  readonly about: MessageDescriptor
  readonly icon: IconName
}

export const kindNames: Readonly<Record<string, KindNames>> = {
  heading: { label: msg`Heading`, about: msg`A line that is emphasised.`, icon: 'heading' },
  text: { label: msg`Text`, about: msg`Paragraphs with bold, links and lists.`, icon: 'text' },
  image: { label: msg`Image`, about: msg`An image across the mail, or smaller.`, icon: 'image' },
  imageText: { label: msg`Image with text`, about: msg`An image, with a title and text beside it.`, icon: 'imageText' },
  button: { label: msg`Button`, about: msg`A link that is easy to see.`, icon: 'button' },
  columns: {
    label: msg`Columns`,
    about: msg`Two or three side by side; on phones one below the other.`,
    icon: 'columns',
  },
  divider: { label: msg`Divider`, about: msg`A line, or space between two parts.`, icon: 'divider' },
  social: { label: msg`Social links`, about: msg`Links to your pages on other sites.`, icon: 'share' },
  footer: {
    label: msg`Footer`,
    about: msg`Why people get this mail, your address, and the unsubscribe link.`,
    icon: 'footer',
  },
  raw: { label: msg`HTML`, about: msg`Your own code, unchanged.`, icon: 'code' },
}

/** By the name of the setting, or by kind and name where it means another thing there. */
export const settingNames: Readonly<Record<string, MessageDescriptor>> = {
  ...{ text: msg`Text`, html: msg`Text`, 'raw.html': msg`HTML`, title: msg`Title`, name: msg`Name` },
  ...{ 'heading.text': msg`Heading`, 'button.text': msg`Button text`, label: msg`Button text` },
  ...{ src: msg`Image`, alt: msg`Text if images are blocked`, href: msg`Link` },
  ...{ columns: msg`Columns`, links: msg`Links`, side: msg`Position of the image` },
  ...{ 'footer.html': msg`Why people get this mail`, address: msg`Postal address` },
  ...{
    unsubscribe: msg`Text of the unsubscribe link`,
    preferences: msg`Text of the preferences link`,
    webVersion: msg`Text of the web version link`,
  },
  ...{
    level: msg`Size`,
    size: msg`Size`,
    align: msg`Alignment`,
    width: msg`Width`,
    style: msg`Style`,
    shape: msg`Corners`,
  },
  ...{
    color: msg`Colour`,
    fill: msg`Colour of the button`,
    background: msg`Background`,
    space: msg`Space above and below`,
  },
  ...{ rounded: msg`Rounded corners`, wide: msg`As wide as the mail`, thickness: msg`Thickness` },
  ...{
    'theme.background': msg`Around the mail`,
    surface: msg`Behind the text`,
    ink: msg`Text`,
    accent: msg`Links and buttons`,
  },
  ...{ headingFont: msg`Typeface of headings`, language: msg`Language` },
  ...{ font: msg`Typeface`, 'theme.width': msg`Width of the mail` },
}

/** By the value, or by setting and value where it means another thing there. */
export const choiceNames: Readonly<Record<string, MessageDescriptor>> = {
  ...{ left: msg`On the left`, center: msg`In the middle`, right: msg`On the right` },
  ...{ none: msg`None`, small: msg`Small`, normal: msg`Normal`, large: msg`Large`, medium: msg`Medium` },
  ...{ 'level.1': msg`Large`, 'level.2': msg`Medium`, 'level.3': msg`Small` },
  ...{ full: msg`Full width`, half: msg`Half`, short: msg`Short` },
  ...{ rounded: msg`Rounded`, pill: msg`Round`, square: msg`Square` },
  ...{ solid: msg`Solid`, dashed: msg`Dashed`, dotted: msg`Dotted` },
  ...{ 'thickness.1': msg`Thin`, 'thickness.2': msg`Medium`, 'thickness.4': msg`Thick` },
  ...{ 'style.text': msg`Text`, 'style.buttons': msg`Buttons` },
  ...{ brand: msg`As in the branding`, sans: msg`Sans serif`, serif: msg`Serif`, mono: msg`Typewriter` },
  ...{ unknown: msg`Not said`, en: msg`English`, de: msg`German`, fr: msg`French`, es: msg`Spanish` },
  ...{ '600': msg`600 pixels`, '640': msg`640 pixels`, '680': msg`680 pixels` },
}

/** Settings of the appearance, not of the text. */
export const looks: ReadonlySet<string> = new Set([
  ...[
    'align',
    'color',
    'background',
    'space',
    'size',
    'width',
    'shape',
    'wide',
    'rounded',
    'fill',
    'style',
    'thickness',
  ],
])
