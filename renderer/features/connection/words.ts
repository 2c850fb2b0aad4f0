import type { Connection, ConnectionServer } from '#common/contract/workspace/connections'
import { hostOf } from '#renderer/words/format'
import { t } from '#renderer/words/words'

export const SERVER_NAMES: Readonly<Record<ConnectionServer, string>> = {
  management: t('Management'),
  inference: t('Hosted inference'),
  source: t('Source'),
  deployments: t('Deployments'),
}

/** Where a connection leads, in one line. */
export function whereText({ kind, management, workspace, hasKey }: Connection): string {
  if (kind === 'here' || management === null) return t('The library on this disk. Works offline.')
  if (kind === 'flag') return t('Set by the flag --remote when Tessera was started')
  if (!hasKey) return t('Its key is missing')
  return workspace === null ? t('Not opened yet') : t('Workspace {{workspace}}', { workspace })
}

/** The servers that are named besides the management API. */
export function otherServers({ inference, source, deployments }: Connection): string[] {
  const named = { inference, source, deployments }
  return (['inference', 'source', 'deployments'] as const).flatMap((server) => {
    const url = named[server]
    return url === null ? [] : [`${SERVER_NAMES[server]} ${hostOf(url)}`]
  })
}
