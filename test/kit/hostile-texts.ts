interface HostileText {
  /** Name of the file. */
  readonly name: string
  readonly text: string
  /** Part of the expected message. */
  readonly sentence: string
  /** Lines that a dataset importer reads all the same. */
  readonly soundLines?: number
}

const ENTITIES = '<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">'
const BOX = '<bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox>'

/** Annotation files that take minutes to read with backtracking, or that contain far more than they declare. */
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
    sentence: 'a quote that is not closed',
  },
  { name: 'a.txt', text: `q.jpg ${'1,'.repeat(200_000)}`, sentence: 'line 1' },
  { name: 'a.txt', text: `${'a '.repeat(200_000)}`, sentence: 'line 1 begins with "a"' },
  {
    name: 'a.jsonl',
    text: `{"image": "q", "prefix": "detect a", "suffix": "${' '.repeat(200_000)}<loc"}`,
    sentence: 'line 1 contains',
  },
  {
    name: 'a.txt',
    text: `0 ${'0.5 '.repeat(2_500_000)}`,
    sentence: 'a line is longer than 4 MB (line 1)',
  },
  {
    name: 'a.txt',
    text: `0 .5 .5 .1 .1\n0 ${'.1 .2 '.repeat(260_000)}`,
    sentence: 'line 2 has 260000 points; a shape can have at most 250000',
    soundLines: 1,
  },
  { name: 'a.txt', text: '0'.repeat(5_000_000), sentence: 'a line is longer than 4 MB (line 1)' },
  { name: 'a.txt', text: ' '.repeat(400_000), sentence: 'the file contains only white space' },
  { name: 'a.txt', text: '\n'.repeat(400_000), sentence: 'the file has more than 10000 empty lines (line 10001)' },
  {
    name: 'a.csv',
    text: `filename,class,xmin,ymin,xmax,ymax\n${'\r\n'.repeat(400_000)}`,
    sentence: 'the file has more than 10000 empty lines (line 10002)',
  },
  {
    name: 'a.xml',
    text: `<!DOCTYPE annotation [${ENTITIES}]><annotation><object><name>&c;</name>${BOX}</object></annotation>`,
    sentence: 'The XML declares entities, which Tessera does not support',
  },
  { name: '', text: ' '.repeat(400_000), sentence: 'not an annotation file' },
]
