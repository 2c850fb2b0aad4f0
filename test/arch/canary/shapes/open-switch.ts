export function name(kind: 'box' | 'polygon') {
  switch (kind) {
    case 'box':
      return 'a box'
  }
}
