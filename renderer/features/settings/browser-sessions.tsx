import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type BrowserSession,
  OTHER_SESSIONS_URL,
  OWN_SESSION_URL,
  SESSIONS_URL,
  BrowserSessions as Sessions,
} from '#common/contract/workspace/browser-sessions'
import { Button } from '#renderer/ui/controls/button'
import { notify, notifyError } from '#renderer/ui/overlay/toast'
import { moment } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { Setting } from './setting.tsx'

const KEY = ['browser-sessions'] as const

/** The browsers that are signed in. Nothing in the desktop window, which is no browser. */
export function BrowserSessions() {
  const { data } = useQuery({ queryKey: KEY, queryFn: readSessions })
  const own = data?.find(({ isOwn }) => isOwn)
  return own === undefined ? null : <SignedIn own={own} others={(data?.length ?? 1) - 1} />
}

function SignedIn({ own, others }: { readonly own: BrowserSession; readonly others: number }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)

  async function end(url: string) {
    setAsking(true)
    try {
      const { ok } = await fetch(url, { method: 'DELETE' })
      if (!ok) throw new Error(t('Could not sign out'))
      if (url === OTHER_SESSIONS_URL) notify({ text: t('Other browsers signed out') })
      // The page at `/` says how to sign in again.
      if (url === OWN_SESSION_URL) window.location.assign('/')
      else await client.invalidateQueries({ queryKey: KEY })
    } catch (failure) {
      notifyError(failure)
    } finally {
      setAsking(false)
    }
  }

  return (
    <Setting name={t('Signed-in browsers')} text={sessionText(own, others)}>
      <Button size="small" isDisabled={isAsking || others === 0} onPress={() => void end(OTHER_SESSIONS_URL)}>
        {t('Sign out other browsers')}
      </Button>
      <Button size="small" isDisabled={isAsking} onPress={() => void end(OWN_SESSION_URL)}>
        {t('Sign out')}
      </Button>
    </Setting>
  )
}

function sessionText({ begunAt }: BrowserSession, others: number): string {
  const since = t('This browser has been signed in since {{moment}}.', { moment: moment(begunAt) })
  return others === 0 ? since : `${since} ${t('{{count}} other browsers are signed in.', { count: others })}`
}

async function readSessions(): Promise<readonly BrowserSession[]> {
  const response = await fetch(SESSIONS_URL, { cache: 'no-store' })
  return response.ok ? Sessions.parse(await response.json()).sessions : []
}
