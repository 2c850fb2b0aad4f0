/** Files with the name of a class on each line, whose numbers are the values of masks. */
export const NAME_LIST = /(?:^|\/)(?:(?:class|label)_names\.txt|_?classes\.txt|(?:\d+_)?labels\.txt|[^/]*\.names)$/i

const NUMBERED = /^(?<number>\d{1,5})(?:\s*[:,]\s*|\s+)(?<name>[^\s\d.].*)$/
const BACKGROUND = /^_*(?:background|bg)_*$/i
/** The name that labelme gives the number of the void. */
const IGNORED = /^_+ignore_+$/i

export interface NameList {
  readonly names: readonly string[]
  /** Names by their numbers; undefined where the list does not tell which number is the background. */
  readonly byNumber: ReadonlyMap<number, string> | undefined
  /** Each line begins with its number. */
  readonly isNumbered: boolean
}

/** `1: cat` in each line, or names of which the first is the background. */
export function readNameList(text: string): NameList {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const pairs = lines.flatMap((line) => {
    const { number = '', name = '' } = NUMBERED.exec(line)?.groups ?? {}
    return name === '' ? [] : [[Number(number), name] as const]
  })
  const isNumbered = pairs.length > 0 && pairs.length === lines.length
  if (!isNumbered) return { ...plainList(lines), isNumbered }
  const byNumber = new Map(pairs.filter(([, name]) => !BACKGROUND.test(name)))
  return { names: [...byNumber.values()], byNumber: byNumber.has(0) ? undefined : byNumber, isNumbered }
}

function plainList(lines: readonly string[]): Omit<NameList, 'isNumbered'> {
  const names = IGNORED.test(lines[0] ?? '') ? lines.slice(1) : lines
  const isClear = BACKGROUND.test(names[0] ?? '')
  return { names, byNumber: isClear ? new Map([...names.entries()].slice(1)) : undefined }
}
