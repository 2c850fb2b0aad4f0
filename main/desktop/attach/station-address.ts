/** Where a station is, out of what a person typed after `--attach`. */
export interface StationAddress {
  readonly origin: string
  /** From `?token=`, as the station prints its link. */
  readonly token: string | undefined
  /** On this very machine. */
  readonly isLoopback: boolean
}

/** The address, or undefined when the text is not the address of an HTTP server. */
export function readStationAddress(text: string): StationAddress | undefined {
  const address = text.includes('://') ? text : `http://${text}`
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined
  const { origin, hostname, searchParams, username, password } = new URL(address)
  // A name before an @ makes an address look like another one.
  if (hostname === '' || username !== '' || password !== '') return undefined
  return { origin, token: searchParams.get('token') ?? undefined, isLoopback: isLoopback(hostname) }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
