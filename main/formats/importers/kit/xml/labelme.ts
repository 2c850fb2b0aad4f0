/** Whether the beginning of a file is that of LabelMe's XML, which has the same outermost element as Pascal VOC. */
export function isLabelMeXml(head: string): boolean {
  return /<annotation(?:\s[^>]*)?>/.test(head) && /<(?:pt|sourceImage|sourceAnnotation)>/.test(head)
}
