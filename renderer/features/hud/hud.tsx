import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { bytes, count, decimal } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './hud.module.css'
import { type Measured, measure } from './measure.ts'

const shown = createStore<{ readonly isOn: boolean }>(() => ({ isOn: false }))

export function toggleHud(): void {
  shown.setState(({ isOn }) => ({ isOn: !isOn }))
}

/** How fast the program is at this moment, over every page. It measures only while it is shown. */
export function Hud() {
  const isOn = useStore(shown, (state) => state.isOn)
  return isOn ? <Display /> : null
}

function Display() {
  const [measured, setMeasured] = useState<Measured>()
  useEffect(() => measure(setMeasured), [])
  const { frames } = measured ?? {}
  const rows = [
    [t('Frame, median'), frames && milliseconds(frames.p50)],
    [t('Frame, 95th percentile'), frames && milliseconds(frames.p95)],
    [t('Slowest in 5 s'), frames && milliseconds(frames.worst)],
    [t('Click to mask'), milliseconds(measured?.maskMs)],
    [t('Next image'), milliseconds(measured?.nextMs)],
    [t('Last write to disk'), milliseconds(measured?.durableMs)],
    [t('Memory of the page'), measured?.memoryBytes === undefined ? undefined : bytes(measured.memoryBytes)],
  ] as const
  return (
    <section className={styles.hud} aria-label={t('Performance')}>
      <dl className={styles.figures}>
        {rows.map(([name, figure]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd className="num">{figure ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function milliseconds(ms: number | undefined): string | undefined {
  if (ms === undefined) return undefined
  return `${ms < 10 ? decimal(ms, 1) : count(Math.round(ms))} ms`
}
