/** The nonce of the page's Content-Security-Policy; Mantine's style elements carry it. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
