import { toldOfFile } from '#storage/kit/own-file'
import type { ServerName, ShellPorts } from '../ports.ts'
import { createStudio, type Studio } from '../studio.ts'

/** The answer to whoever asked for the restart goes out before the line is cut. */
const RESTART_AFTER_MS = 300

export interface RestartableStudio {
  /** The studio of the moment; rejects when it could not be started again. */
  current(): Promise<Studio>
  stop(): Promise<void>
}

interface Restarts {
  /** Told after each start in place. */
  readonly onRestarted: (studio: Studio) => void
  readonly onFailed: (failure: unknown) => void
}

/** A studio that starts again in place, on the same ports, when what it does asks for it. */
export async function restartableStudio(
  ports: ShellPorts,
  { onRestarted, onFailed }: Restarts,
): Promise<RestartableStudio> {
  let isStopping = false
  let current = start(ports)

  async function start(next: ShellPorts): Promise<Studio> {
    try {
      return await createStudio({ ...next, restart: () => void setTimeout(restart, RESTART_AFTER_MS).unref() })
    } catch (failure) {
      throw toldOfFile(failure)
    }
  }

  function restart(): void {
    if (isStopping) return
    current = current.then(async (studio) => {
      await studio.stop()
      const { adopt: _, ...same } = ports
      return start({ ...same, ports: portsOf(studio, ports) })
    })
    current.then(onRestarted, onFailed)
  }

  await current
  return {
    current: () => current,
    async stop() {
      isStopping = true
      await (await current).stop()
    },
  }
}

/** Pages look for the studio where it was, also where any free port had been asked for. */
function portsOf({ servers }: Studio, { ports }: ShellPorts): Readonly<Record<ServerName, number>> {
  const { management, inference, events, studio } = ports
  return {
    management: servers.management?.port ?? management,
    inference: servers.inference?.port ?? inference,
    events: servers.events?.port ?? events,
    studio: servers.studio?.port ?? studio,
  }
}
