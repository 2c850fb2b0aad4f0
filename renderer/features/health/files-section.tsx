import { useQuery } from '@tanstack/react-query'
import type { FaultyFiles } from '#common/contract/health'
import type { ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { Link, projectHref } from '#renderer/ui/app/router'
import { StateDot } from '#renderer/ui/display/marks'
import { SectionTitle } from '#renderer/ui/display/panel'
import { t } from '#renderer/words/words'
import styles from './files-section.module.css'

interface FilesSectionProps {
  readonly project: ProjectSlug
}

/** The images whose stored file is damaged or missing, by name; a press opens one of them. */
export function FilesSection({ project }: FilesSectionProps) {
  const { data: faulty } = useQuery(queries.faultyFiles(project))
  // Another machine does not tell.
  if (faulty === undefined || faulty === null) return null
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <StateDot tone={faulty.images > 0 ? 'danger' : 'ok'} />
        <SectionTitle>{t('Image files')}</SectionTitle>
        <p className="text-2 num">{filesWords(faulty)}</p>
      </div>
      {faulty.images > 0 && <Named project={project} faulty={faulty} />}
    </section>
  )
}

function filesWords({ images }: FaultyFiles): string {
  if (images === 0) return t('No damaged or missing files found. The content of a file is checked when it is read.')
  return `${t('{{count}} damaged or missing files.', { count: images })} ${t('Upload the same images again to repair them.')}`
}

function Named({ project, faulty }: FilesSectionProps & { readonly faulty: FaultyFiles }) {
  const more = faulty.images - faulty.first.length
  return (
    <ul className={styles.names} aria-label={t('Images with damaged or missing files')}>
      {faulty.first.map(({ id, name }) => (
        <li key={id} className={styles.name}>
          <Link href={projectHref(project, 'annotate', { image: id })} className={styles.link}>
            {name}
          </Link>
        </li>
      ))}
      {more > 0 && <li className="text-3 num">{t('and {{count}} more', { count: more })}</li>}
    </ul>
  )
}
