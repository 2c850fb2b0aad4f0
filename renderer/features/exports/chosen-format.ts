import { useState } from 'react'
import type { ProjectSlug } from '#common/ids'
import type { WordedFormat } from './format-groups.ts'

/** The format that is chosen among those that fit: the one of the last time at first, kept by the browser, else the first. */
export function useChosenFormat(project: ProjectSlug, formats: readonly WordedFormat[]) {
  const [wanted, setWanted] = useState(() => localStorage.getItem(keyOf(project)))
  const choose = (format: string) => {
    localStorage.setItem(keyOf(project), format)
    setWanted(format)
  }
  return { chosen: formats.find(({ id }) => id === wanted) ?? formats[0], choose }
}

function keyOf(project: ProjectSlug): string {
  return `tessera.export-format.${project}`
}
