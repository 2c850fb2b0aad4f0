import { openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { protocol, type Session } from 'electron'
import { SCHEME } from './address.ts'
import type { CoreLink } from './core-link.ts'
import { forwardToCore, isCorePath } from './proxy.ts'

/** As the studio server says it to browsers, but that the page's calls go over its message port and not over a socket. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; font-src 'self'; " +
  "media-src 'self'; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

export interface Served {
  /** Folder of the built pages. */
  readonly pages: string
  readonly core: CoreLink
  /** The path of a file that the system opened with the program, by the number that the page was given. */
  opened(id: string): string | undefined
}

/** Makes `tessera:` a place like `https:`, with an origin, `fetch` and streams. Only possible before Electron is ready. */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true }
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }])
}

/** Answers everything under `tessera://app/`: the built pages from their folder, pixels and transfers from the core. */
export function serveApp(session: Session, { pages, core, opened }: Served): void {
  session.protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url)
    if (url.host !== 'app') return plain(404, 'There is nothing here')
    if (isCorePath(url.pathname)) return forwardToCore(request, url, core.address())
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'This can only be read')
    const [, id] = /^\/opened\/([\w-]+)$/.exec(url.pathname) ?? []
    return id === undefined ? pageFile(pages, url.pathname) : openedFile(opened(id))
  })
}

async function openedFile(path: string | undefined): Promise<Response> {
  const file = path && (await openAsBlob(path).catch(() => undefined))
  return file ? new Response(file) : plain(404, 'This file is gone')
}

async function pageFile(pages: string, pathname: string): Promise<Response> {
  const path = pagePath(pages, pathname)
  const bytes = path && (await readFile(path).catch(() => undefined))
  if (!bytes) return plain(404, `There is nothing at ${pathname}`)
  return new Response(bytes, {
    headers: {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-security-policy': PAGE_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  })
}

/** A file below the folder, and undefined for every path that could lead out of it. */
function pagePath(pages: string, pathname: string): string | undefined {
  try {
    const names = decodeURIComponent(pathname).slice(1).split('/')
    return names.every((name) => /^[\w-][\w.-]*$/.test(name)) ? join(pages, ...names) : undefined
  } catch {
    // Not an encoded path at all.
    return undefined
  }
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
