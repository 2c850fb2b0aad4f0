import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { studioContract } from '#common/contract/contract'
import { ImportOutcome } from '#common/contract/imports'
import { importFileUrl } from '#common/contract/urls'
import type { TaskId } from '#common/ids'
import { FaultyStore } from '#common/stores/faults'
import { STATION_FLAGS } from '../../scripts/kit/node.mjs'
import { asBrowserSocket } from './border.ts'

const Announced = z.object({
  management: z.string().optional(),
  inference: z.string().optional(),
  events: z.string().optional(),
  studio: z.string(),
  workspace: z.string(),
  apiKey: z.string(),
  readOnly: z.array(FaultyStore.extend({ found: z.string() })),
})

export type StudioClient = ContractRouterClient<typeof studioContract>

/** A real station in a process of its own, as a user or script would start it. */
export interface StationProcess {
  readonly urls: z.infer<typeof Announced>
  readonly studio: StudioClient
  readonly pid: number
  /** Sends one file to an open import. */
  sendFile(taskId: TaskId, path: string, bytes: Uint8Array): Promise<ImportOutcome>
  /** Fetches any address of the studio, with the token. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Sends SIGKILL and waits until the process is gone. */
  kill(): Promise<void>
  /** Sends SIGTERM like a service manager; returns the exit code. */
  stop(): Promise<number | null>
}

const FREE_PORTS = ['--management-port', '0', '--inference-port', '0', '--events-port', '0', '--studio-port', '0']

/**
 * Starts a station on a library folder and waits for its announcement. Rejects with its output if it ends instead.
 * `program` is a built station other than the project's.
 */
export async function startStation(
  library: string,
  flags: readonly string[] = [],
  program = 'dist/station/main.mjs',
): Promise<StationProcess> {
  const args = [...STATION_FLAGS, program, ...stationArgs(library, flags)]
  return startedStation(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] }))
}

/** Returns the arguments of a station for tests. */
export function stationArgs(library: string, flags: readonly string[] = []): readonly string[] {
  return ['--library', library, '--json', ...FREE_PORTS, ...flags]
}

/** Wraps a station that was started in another way, with `stationArgs` and pipes for its output. */
export async function startedStation(child: ChildProcess): Promise<StationProcess> {
  const urls = await announcement(child)
  const { host, searchParams } = new URL(urls.studio)
  const headers = { authorization: `Bearer ${searchParams.get('token')}` }
  const socket = new WebSocket(`ws://${host}/rpc`, { headers })
  // A killed station closes the connection, and pending calls reject by themselves.
  socket.on('error', () => undefined)
  const studio: StudioClient = createORPCClient(new RPCLink({ websocket: asBrowserSocket(socket) }))
  const exited = once(child, 'exit')

  async function end(signal: NodeJS.Signals) {
    child.kill(signal)
    const [code] = await exited
    socket.terminate()
    return typeof code === 'number' ? code : null
  }

  function request(path: string, init: RequestInit = {}): Promise<Response> {
    const all = { ...Object.fromEntries(new Headers(init.headers)), ...headers }
    return fetch(`http://${host}${path}`, { ...init, headers: all })
  }

  return {
    urls,
    studio,
    pid: child.pid ?? 0,
    fetch: request,
    async sendFile(taskId, path, bytes) {
      const response = await request(importFileUrl(taskId, path), { method: 'PUT', body: Buffer.from(bytes) })
      return ImportOutcome.parse(await response.json())
    },
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}

async function announcement(child: ChildProcess) {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The station has no output')
  let said = ''
  stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The station ended at its start: ${said}`)
  })
  const [line] = await Promise.race([once(createInterface(stdout), 'line'), ended])
  return Announced.parse(JSON.parse(String(line)))
}

/** Returns the bytes of one of the test photographs. */
export function photo(name: string): Promise<Buffer> {
  return readFile(new URL(`../fixtures/photos/${name}`, import.meta.url))
}
