import type { Connection, ConnectionServer } from '#common/contract/workspace/connections'
import { hostOf } from '#renderer/kit/format'

export const SERVER_NAMES: Readonly<Record<ConnectionServer, string>> = {
  management: 'Management',
  inference: 'Hosted inference',
  source: 'Source',
  deployments: 'Deployments',
}

/** Where a connection leads, in one line. */
export function whereText({ kind, management, workspace, hasKey }: Connection): string {
  if (kind === 'here' || management === null) return 'The library on this disk. Works with no network.'
  const there = workspace === null ? '' : `Workspace ${workspace}`
  if (kind === 'flag') return 'Set by the flag --remote when Tessera was started'
  if (!hasKey) return 'Its key is missing'
  return there === '' ? `Not opened yet` : there
}

/** The servers that are named besides the management API. */
export function otherServers({ inference, source, deployments }: Connection): string[] {
  const named = { inference, source, deployments }
  return (['inference', 'source', 'deployments'] as const).flatMap((server) => {
    const url = named[server]
    return url === null ? [] : [`${SERVER_NAMES[server]} ${hostOf(url)}`]
  })
}
