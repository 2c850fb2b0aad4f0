import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HealthReport, HeatMap } from '#common/contract/health'
import type { ClassId, ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { Select } from '#renderer/ui/controls/select'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { ErrorLine } from '#renderer/ui/display/message'
import { SectionTitle } from '#renderer/ui/display/panel'
import { t } from '#renderer/words/words'
import styles from './heat-section.module.css'
import { crowdedPlace, strengths } from './measures.ts'

const ALL = 'all'

interface HeatSectionProps {
  readonly project: ProjectSlug
  readonly report: HealthReport
}

/** Where in their images shapes lie, for one class or all. */
export function HeatSection({ project, report }: HeatSectionProps) {
  const [chosen, setChosen] = useState<ClassId | typeof ALL>(ALL)
  const known = useQuery(queries.classes(project)).data
  const colors = new Map(known?.map(({ id, color }) => [id, color]))
  const shown = report.classes.find(({ id }) => id === chosen)
  const { data: map, error } = useQuery(queries.heat(project, shown?.id ?? null, report.generatedAt))
  const of = shown === undefined ? t('all classes') : shown.name
  return (
    <>
      <div className={styles.title}>
        <SectionTitle>{t('Where shapes are')}</SectionTitle>
        <Select<ClassId | typeof ALL>
          label={t('Class of the map')}
          hideLabel
          size="small"
          className={styles.picker}
          value={shown?.id ?? ALL}
          onChange={setChosen}
          options={[
            { value: ALL, label: t('All classes') },
            ...report.classes.map(({ id, name }) => ({
              value: id,
              label: name,
              mark: <ClassSwatch color={colors.get(id) ?? 1} />,
            })),
          ]}
        />
      </div>
      {error !== null && <ErrorLine error={error} word={t('Not read')} className={styles.error} />}
      {map !== undefined && <Heat map={map} of={of} />}
      <div className={styles.scale} aria-hidden>
        {t('few')} <span className={styles.ramp} /> {t('many')}
        <span className={styles.hint}>{t('Every image fitted to a square')}</span>
      </div>
    </>
  )
}

function Heat({ map, of }: { readonly map: HeatMap; readonly of: string }) {
  const place = crowdedPlace(map)
  const words =
    place === undefined
      ? t('No shape of {{classes}}', { classes: of })
      : t('Shapes of {{classes}}: most lie {{place}}', { classes: of, place })
  const { side, cells } = map
  return (
    <>
      <svg className={styles.map} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={words}>
        {strengths(cells).map((strength, cell) => (
          <rect
            key={cell}
            x={(cell % side) + 0.03}
            y={Math.floor(cell / side) + 0.03}
            width={0.94}
            height={0.94}
            fillOpacity={0.07 + 0.93 * strength}
          >
            <title>{t('{{count}} shapes', { count: cells[cell] ?? 0 })}</title>
          </rect>
        ))}
      </svg>
      <p className={styles.words}>{words}.</p>
    </>
  )
}
