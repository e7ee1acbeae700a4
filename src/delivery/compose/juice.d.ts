/** The part of juice that never reaches for the network has no types of its own. */
declare module 'juice/client.js' {
  export default function juice(
    html: string,
    options: {
      readonly removeStyleTags: boolean
      readonly applyWidthAttributes: boolean
      readonly applyHeightAttributes: boolean
    },
  ): string
}
