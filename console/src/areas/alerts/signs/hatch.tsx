/** The stripes of what needs attention now. */
export function Hatch({ className }: { readonly className: string }) {
  return (
    <span
      aria-hidden
      className={`block bg-[repeating-linear-gradient(135deg,var(--ink)_0_5px,var(--c2)_5px_10px)] ${className}`}
    />
  )
}
