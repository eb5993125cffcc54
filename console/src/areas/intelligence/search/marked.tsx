interface MarkedProps {
  readonly text: string
  /** Ranges in the text, in order. */
  readonly marks: readonly (readonly [from: number, to: number])[]
}

/** Text with the found words marked. */
export function Marked({ text, marks }: MarkedProps) {
  const starts = marks.map(([, to]) => to)
  return (
    <>
      {marks.map(([from, to], n) => (
        <span key={from}>
          {text.slice(starts[n - 1] ?? 0, from)}
          <mark className="rounded-1 bg-warn-soft px-0.5 text-ink">{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(starts.at(-1) ?? 0)}
    </>
  )
}
