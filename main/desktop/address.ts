/** The scheme under which the window's pages, images and uploads live. */
export const SCHEME = 'tessera'
export const ORIGIN = `${SCHEME}://app`
/** The page of the studio window; what follows `#` is the page's own business. */
export const PAGE = `${ORIGIN}/index.html`

/** Whether an address is that of the studio's page, whatever follows `#`. */
export function isPageAddress(address: string): boolean {
  const [page] = address.split('#')
  return page === PAGE
}
