/** The loudness of the video along its duration. Decorative. */
export function Waveform({ address }: { readonly address: string }) {
  return (
    <span
      aria-hidden
      className="mt-px block h-8 bg-ink-3"
      style={{ maskImage: `url("${address}")`, maskSize: '100% 100%' }}
    />
  )
}
