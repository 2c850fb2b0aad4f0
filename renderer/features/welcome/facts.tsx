import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import type { SecretPlace } from '#common/contract/session'
import { queries } from '#renderer/data/queries'
import { bytes } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './welcome.module.css'

const KEYS: Readonly<Record<SecretPlace['kind'], string>> = {
  keychain: t('Keys go to the system keychain'),
  file: t('Keys are in a file only you can read'),
  session: t('Keys last for this session only'),
  undecided: t('Where keys are kept is not chosen yet'),
}

/** Four true things about this machine. */
export function Facts() {
  const session = useQuery(queries.session()).data
  if (session === undefined) return null
  const { library, secrets, cores, segmenter } = session
  return (
    <div className={styles.facts}>
      <Fact text={t('{{amount}} free in your library', { amount: bytes(library.freeBytes) })} />
      <Fact text={KEYS[secrets.kind]} isOpen={secrets.kind === 'undecided'} title={secrets.detail} />
      <Fact text={t('{{count}} processor cores', { count: cores })} />
      <Fact text={t('Smart select is ready: one click cuts out an object')} title={segmenter} />
    </div>
  )
}

interface FactProps {
  readonly text: string
  readonly isOpen?: boolean
  readonly title?: string
}

function Fact({ text, isOpen = false, title }: FactProps) {
  return (
    <div className={styles.fact} title={title}>
      {isOpen ? <Circle /> : <CircleCheck className={styles.ok} />}
      <span>{text}</span>
    </div>
  )
}
