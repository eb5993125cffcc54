/** Color bars in the order of a test pattern, from bright to dark. */
const bars = [
  'bg-(--c9)',
  'bg-(--c4)',
  'bg-(--c6)',
  'bg-(--c3)',
  'bg-(--c7)',
  'bg-(--c2)',
  'bg-(--c1)',
] as const

/** Color bars behind a message in place of the video. Dimmed, so that the text is readable. */
export function TestBars() {
  return (
    <div data-theme="dark" aria-hidden className="absolute inset-0 flex opacity-25">
      {bars.map((color) => (
        <span key={color} className={`flex-1 ${color}`} />
      ))}
    </div>
  )
}
