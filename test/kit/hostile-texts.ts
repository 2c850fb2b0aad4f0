interface HostileText {
  /** Of the file. */
  readonly name: string
  readonly text: string
  /** Part of what is said of it. */
  readonly sentence: string
}

/** Annotation files for which reading that goes back and forth takes minutes. */
export const HOSTILE_TEXTS: readonly HostileText[] = [
  { name: 'a.xml', text: `<!DOCTYPE ${'a'.repeat(400_000)}`, sentence: 'damaged' },
  { name: 'a.xml', text: `<!DOCTYPE a [${'<'.repeat(400_000)}`, sentence: 'damaged' },
  { name: 'a.xml', text: `<a ${'b="c" '.repeat(100_000)}`, sentence: 'damaged' },
  {
    name: 'a.xml',
    text: `<annotation ${'b'.repeat(400_000)}><object/></annotation>`,
    sentence: 'object 1 has no <bndbox>',
  },
  { name: 'a.xml', text: `<a${' b'.repeat(100_000)} c="`, sentence: 'damaged' },
  { name: 'a.txt', text: `0 0.5 0.5 0.5 ${'1'.repeat(400_000)}x`, sentence: 'which is not a number' },
  { name: 'a.xml', text: '<a>'.repeat(200_000), sentence: 'nested too deeply' },
  { name: 'a.xml', text: `<!--${'-'.repeat(400_000)}`, sentence: 'damaged' },
  { name: 'a.json', text: '['.repeat(400_000), sentence: 'nested more than 200 levels deep' },
  {
    name: 'a.json',
    text: `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
    sentence: 'nested more than 200 levels deep',
  },
  {
    name: 'a.csv',
    text: `filename,class,xmin,ymin,xmax,ymax\n${'"'.repeat(400_001)}`,
    sentence: 'a quote that does not close',
  },
  { name: 'a.txt', text: `q.jpg ${'1,'.repeat(200_000)}`, sentence: 'line 1' },
  { name: 'a.txt', text: `${'a '.repeat(200_000)}`, sentence: 'line 1 begins with "a"' },
  {
    name: 'a.jsonl',
    text: `{"image": "q", "prefix": "detect a", "suffix": "${' '.repeat(200_000)}<loc"}`,
    sentence: 'line 1 holds',
  },
  { name: '', text: ' '.repeat(400_000), sentence: 'not an annotation file' },
]
