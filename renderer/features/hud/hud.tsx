import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { bytes, count } from '#renderer/kit/format'
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
    ['Frame, half of them', frames && milliseconds(frames.p50)],
    ['Frame, 95 of 100', frames && milliseconds(frames.p95)],
    ['Slowest of 5 s', frames && milliseconds(frames.worst)],
    ['Click to mask', milliseconds(measured?.maskMs)],
    ['Next picture', milliseconds(measured?.nextMs)],
    ['Last write to disk', milliseconds(measured?.durableMs)],
    ['Memory of the page', measured?.memoryBytes === undefined ? undefined : bytes(measured.memoryBytes)],
  ] as const
  return (
    <section className={styles.hud} aria-label="Speed of the program">
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
  return `${ms < 10 ? ms.toFixed(1) : count(Math.round(ms))} ms`
}
