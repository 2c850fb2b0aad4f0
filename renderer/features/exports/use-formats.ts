import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { ExportFormat, KeptFormats, PickedImages } from '#common/contract/exports'
import type { ProjectSlug } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import type { ListedFormat, WordedFormat } from './format-groups.ts'

/** The formats with what each keeps of the version, once that is counted. */
export function useFormats(project: ProjectSlug, version: number) {
  const formats = useQuery({
    queryKey: [...keys.versions(project), version, 'formats'],
    queryFn: ({ signal }) => studio.exports.formats({ project, version }, { signal }),
    select: inWords,
  })
  const kept = useQuery({
    queryKey: [...keys.versions(project), version, 'kept'],
    queryFn: ({ signal }) => studio.exports.kept({ project, version }, { signal }),
  })
  const data = kept.isPending ? undefined : formats.data?.map((format) => listed(format, kept.data ?? undefined))
  return { data, error: formats.error }
}

function listed(format: WordedFormat, kept: KeptFormats | undefined): ListedFormat {
  if (kept === undefined) return format
  const { id } = format
  return { ...format, kept: kept.whole.includes(id) ? 'whole' : kept.boxed.includes(id) ? 'boxed' : 'part' }
}

function inWords(formats: readonly ExportFormat[]): readonly WordedFormat[] {
  return formats.map((format) => ({ ...format, keeps: sentenceOf(format.keeps) }))
}

interface DescriptionOf {
  readonly project: ProjectSlug
  readonly version: number
  readonly format: string
  /** False where nobody can tell before it is made. */
  readonly isAsked: boolean
}

/** Contents of an export; the last description stays until the next is there. */
export function useDescription({ project, version, format, isAsked }: DescriptionOf) {
  return useQuery({
    queryKey: [...keys.versions(project), version, 'description', format],
    queryFn: isAsked ? ({ signal }) => studio.exports.describe({ project, version, format }, { signal }) : skipToken,
    placeholderData: keepPreviousData,
  })
}

/** The formats that images of a project can be exported in as they are now. */
export function usePickedFormats(project: ProjectSlug) {
  return useQuery({
    queryKey: [...keys.summary(project), 'formats'],
    queryFn: ({ signal }) => studio.exports.pickedFormats({ project }, { signal }),
    select: inWords,
  })
}

interface PickedDescriptionOf extends Omit<DescriptionOf, 'version'> {
  readonly picked: PickedImages
}

/** As `useDescription`, of what is picked now: nothing of it is kept for the next time. */
export function usePickedDescription({ project, picked, format, isAsked }: PickedDescriptionOf) {
  return useQuery({
    queryKey: [...keys.images(project), 'description', picked, format],
    queryFn: isAsked
      ? ({ signal }) => studio.exports.describePicked({ project, picked, format }, { signal })
      : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}
