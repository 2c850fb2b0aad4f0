import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '#common/contract/session'
import { MAX_NAME, personName, writePersonName } from '#renderer/kit/app/person'
import { CONNECTIONS_HREF, navigate } from '#renderer/kit/app/router'
import { Button } from '#renderer/kit/controls/button'
import { TextField } from '#renderer/kit/controls/text-field'
import { StateDot } from '#renderer/kit/display/marks'
import { ErrorLine } from '#renderer/kit/display/message'
import { bytes, plural } from '#renderer/kit/format'
import { queries } from '#renderer/kit/studio/queries'
import { useAbility } from '#renderer/kit/studio/use-ability'
import { ApiKeys } from './api-keys.tsx'
import { Appearance } from './appearance.tsx'
import { KeyboardSection } from './keyboard/keyboard-section.tsx'
import { SecretsChoice } from './secrets-choice.tsx'
import { Section, Setting } from './setting.tsx'
import styles from './settings.module.css'

const SECTIONS = [
  { id: 'you', title: 'You' },
  { id: 'appearance', title: 'Appearance' },
  { id: 'keyboard', title: 'Keyboard' },
  { id: 'keys', title: 'API keys' },
  { id: 'library', title: 'Library' },
  { id: 'servers', title: 'Servers' },
  { id: 'about', title: 'This program' },
] as const

export function SettingsPage() {
  const session = useQuery(queries.session())
  const show = (id: string) => document.getElementById(id)?.scrollIntoView()
  return (
    <div className={styles.page}>
      <nav className={styles.sections} aria-label="Settings">
        <h1>Settings</h1>
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
    <Section id="you" title="You">
      <Setting
        name="Your name"
        text="Stands in the history of a picture beside what you did. It stays on this machine."
      >
        <TextField
          label="Your name"
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

const PLACES: Readonly<Record<Session['secrets']['kind'], string>> = {
  keychain: 'System keychain',
  file: 'A file only you can read',
  session: 'This session only',
  undecided: 'Not chosen yet',
}

function Keys({ session: { secrets } }: { readonly session: Session }) {
  const can = useAbility()
  return (
    <Section id="keys" title="API keys">
      <Setting name="Where the first key is kept" text={secrets.detail}>
        {secrets.kind === 'undecided' ? <SecretsChoice /> : <span>{PLACES[secrets.kind]}</span>}
      </Setting>
      {can('api-keys') && <ApiKeys />}
    </Section>
  )
}

function Library({ session: { library, workspace } }: { readonly session: Session }) {
  return (
    <Section id="library" title="Library">
      <Setting name="Folder" text={<span className="mono">{library.path}</span>} />
      <Setting name="Space" text="Pictures are kept once, however often they are brought in.">
        <span className="num">
          {bytes(library.usedBytes)} used, {bytes(library.freeBytes)} free
        </span>
      </Setting>
      <Setting name="Workspace" text="The first part of every address of the management API.">
        <span className="mono">{workspace.slug}</span>
      </Setting>
    </Section>
  )
}

const SERVERS = [
  { key: 'management', name: 'Management', text: 'Projects, images, versions and exports.' },
  { key: 'inference', name: 'Inference', text: 'Predictions of models.' },
  { key: 'events', name: 'Event Store', text: 'What running models have seen.' },
] as const

function Servers({ session: { servers, remote, place } }: { readonly session: Session }) {
  return (
    <Section id="servers" title="Servers">
      <Setting name="Connection" text="Where your projects lie: here, or on another machine with its management API.">
        <Button size="small" onPress={() => navigate(CONNECTIONS_HREF)}>
          {place.name}
        </Button>
      </Setting>
      {remote !== null && (
        <Setting name="Remote" text={remoteText(remote)}>
          <StateDot tone={remote.reachable ? 'ok' : 'warn'} />
          <span className="mono">{remote.url}</span>
        </Setting>
      )}
      {SERVERS.map(({ key, name, text }) => {
        const server = servers[key]
        return (
          <Setting key={key} name={name} text={text}>
            <StateDot tone={server === null ? 'off' : 'ok'} />
            <span className="mono">{server === null ? 'off' : server.url}</span>
          </Setting>
        )
      })}
    </Section>
  )
}

function remoteText({ workspace, reachable }: NonNullable<Session['remote']>): string {
  const there = workspace === '' ? '' : `, to the workspace ${workspace}`
  const answers = reachable ? 'It answers.' : 'It does not answer, or does not take the key.'
  return `Projects can be sent there from Images${there}. ${answers}`
}

function About({ session: { appVersion, cores, segmenter } }: { readonly session: Session }) {
  return (
    <Section id="about" title="This program">
      <Setting name="Tessera" text={`On ${plural(cores, 'processor core')}.`}>
        <span className="num">{appVersion}</span>
      </Setting>
      <Setting name="Smart select" text="Draws outlines from a few clicks, on this machine.">
        <span>{segmenter}</span>
      </Setting>
    </Section>
  )
}
