import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionWords } from '#renderer/data/in-words'
import { queries } from '#renderer/data/queries'
import { useAbility } from '#renderer/data/use-ability'
import { MAX_NAME, personName, writePersonName } from '#renderer/ui/app/person'
import { CONNECTIONS_HREF, navigate } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { TextField } from '#renderer/ui/controls/text-field'
import { StateDot } from '#renderer/ui/display/marks'
import { ErrorLine } from '#renderer/ui/display/message'
import { bytes } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { ApiKeys } from './api-keys.tsx'
import { Appearance } from './appearance.tsx'
import { BrowserSessions } from './browser-sessions.tsx'
import { KeyboardSection } from './keyboard/keyboard-section.tsx'
import { SecretsChoice } from './secrets-choice.tsx'
import { Section, Setting } from './setting.tsx'
import styles from './settings.module.css'

const SECTIONS = [
  { id: 'you', title: t('You') },
  { id: 'appearance', title: t('Appearance') },
  { id: 'keyboard', title: t('Keyboard') },
  { id: 'keys', title: t('API keys') },
  { id: 'library', title: t('Library') },
  { id: 'servers', title: t('Servers') },
  { id: 'about', title: t('This program') },
] as const

export function SettingsPage() {
  const session = useQuery(queries.session())
  const show = (id: string) => document.getElementById(id)?.scrollIntoView()
  return (
    <div className={styles.page}>
      <nav className={styles.sections} aria-label={t('Settings')}>
        <h1>{t('Settings')}</h1>
        {SECTIONS.map(({ id, title }) => (
          <button key={id} type="button" className={styles.link} onClick={() => show(id)}>
            {title}
          </button>
        ))}
      </nav>
      <div className={styles.scroll}>
        <div className={styles.column}>
          <You />
          <Appearance />
          <KeyboardSection />
          {session.error !== null && <ErrorLine error={session.error} />}
          {session.data !== undefined && (
            <>
              <Keys session={session.data} />
              <Library session={session.data} />
              <Servers session={session.data} />
              <About session={session.data} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}

function You() {
  const [typed, setTyped] = useState(personName)
  return (
    <Section id="you" title={t('You')}>
      <Setting
        name={t('Your name')}
        text={t('Shown in the history of each image next to your changes. Stored on this computer only.')}
      >
        <TextField
          label={t('Your name')}
          hideLabel
          value={typed}
          maxLength={MAX_NAME}
          onChange={setTyped}
          onBlur={() => writePersonName(typed)}
        />
      </Setting>
    </Section>
  )
}

const PLACES: Readonly<Record<SessionWords['secrets']['kind'], string>> = {
  keychain: t('System keychain'),
  file: t('A file only you can read'),
  session: t('This session only'),
  undecided: t('Not chosen yet'),
}

function Keys({ session: { secrets } }: { readonly session: SessionWords }) {
  const can = useAbility()
  return (
    <Section id="keys" title={t('API keys')}>
      <Setting name={t('Where the first key is kept')} text={secrets.detail}>
        {secrets.kind === 'undecided' ? <SecretsChoice /> : <span>{PLACES[secrets.kind]}</span>}
      </Setting>
      {can('api-keys') && <ApiKeys />}
      <BrowserSessions />
    </Section>
  )
}

function Library({ session: { library, workspace } }: { readonly session: SessionWords }) {
  return (
    <Section id="library" title={t('Library')}>
      <Setting name={t('Folder')} text={<span className="mono">{library.path}</span>} />
      <Setting name={t('Space|on disk')} text={t('Each image is stored once, even if it is added several times.')}>
        <span className="num">
          {t('{{used}} used, {{free}} free', { used: bytes(library.usedBytes), free: bytes(library.freeBytes) })}
        </span>
      </Setting>
      <Setting name={t('Workspace')} text={t('The first part of every address of the management API.')}>
        <span className="mono">{workspace.slug}</span>
      </Setting>
    </Section>
  )
}

const SERVERS = [
  { key: 'management', name: t('Management'), text: t('Projects, images, versions and exports.') },
  { key: 'inference', name: t('Inference'), text: t('Predictions of models.') },
  { key: 'events', name: t('Event Store'), text: t('What running models have seen.') },
] as const

function Servers({ session: { servers, remote, place } }: { readonly session: SessionWords }) {
  return (
    <Section id="servers" title={t('Servers')}>
      <Setting
        name={t('Connection')}
        text={t('Where your projects are stored: on this computer, or on another one through its management API.')}
      >
        <Button size="small" onPress={() => navigate(CONNECTIONS_HREF)}>
          {place.name}
        </Button>
      </Setting>
      {remote !== null && (
        <Setting name={t('Remote')} text={remoteText(remote)}>
          <StateDot tone={remote.reachable ? 'ok' : 'warn'} />
          <span className="mono">{remote.url}</span>
        </Setting>
      )}
      {SERVERS.map(({ key, name, text }) => {
        const server = servers[key]
        return (
          <Setting key={key} name={name} text={text}>
            <StateDot tone={server === null ? 'off' : 'ok'} />
            <span className="mono">{server === null ? t('off') : server.url}</span>
          </Setting>
        )
      })}
    </Section>
  )
}

function remoteText({ workspace, reachable }: NonNullable<SessionWords['remote']>): string {
  const sent =
    workspace === ''
      ? t('Projects can be sent to this server from the Images page.')
      : t('Projects can be sent to workspace {{workspace}} from the Images page.', { workspace })
  const answers = reachable ? t('Connected.') : t('It does not answer, or rejects the key.')
  return `${sent} ${answers}`
}

function About({ session: { appVersion, cores, segmenter } }: { readonly session: SessionWords }) {
  return (
    <Section id="about" title={t('This program')}>
      <Setting name="Tessera" text={t('On {{count}} processor cores.', { count: cores })}>
        <span className="num">{appVersion}</span>
      </Setting>
      <Setting name={t('Smart select')} text={t('Draws outlines from a few clicks, on this machine.')}>
        <span>{segmenter}</span>
      </Setting>
    </Section>
  )
}
