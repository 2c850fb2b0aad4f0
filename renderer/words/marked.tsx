/** A sentence in which what stands between backticks is to be typed as it is. */
export function Marked({ text }: { readonly text: string }) {
  return text.split('`').map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="mono">
        {part}
      </span>
    ),
  )
}
