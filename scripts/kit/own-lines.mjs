/**
 * An oxlint rule that limits the length of a function without the functions inside it. Services and repositories are
 * closures that return their methods (style guide, shape 7), so a plain count would penalize them instead of long
 * methods.
 */
const rule = {
  meta: { schema: [{ type: 'object', properties: { max: { type: 'integer' } } }] },
  /** @param {any} context */
  create(context) {
    const max = context.options[0]?.max ?? 40
    /** @type {{ inner: number }[]} */
    const stack = []
    const enter = () => stack.push({ inner: 0 })
    /** @param {any} node */
    const exit = (node) => {
      const { inner } = stack.pop() ?? { inner: 0 }
      const lines = node.loc.end.line - node.loc.start.line + 1
      const parent = stack.at(-1)
      if (parent) parent.inner += lines - 1
      if (lines - inner <= max) return
      context.report({ node, message: `This function has ${lines - inner} lines of its own; ${max} is the limit.` })
    }
    const kinds = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']
    return Object.fromEntries(
      kinds.flatMap((kind) => [
        [kind, enter],
        [`${kind}:exit`, exit],
      ]),
    )
  },
}

export default { meta: { name: 'tessera' }, rules: { 'own-lines': rule } }
