import { numbers, range, type Scene } from './scene'

export const Dawn: Scene = ({ id }) => (
  <>
    <defs>
      <linearGradient id={`${id}-sky`} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="oklch(0.36 0.07 268)" />
        <stop offset="0.6" stopColor="oklch(0.62 0.11 40)" />
        <stop offset="1" stopColor="oklch(0.82 0.12 72)" />
      </linearGradient>
      <linearGradient id={`${id}-sea`} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="oklch(0.55 0.08 45)" />
        <stop offset="1" stopColor="oklch(0.22 0.05 262)" />
      </linearGradient>
    </defs>
    <rect width="160" height="72" fill={`url(#${id}-sky)`} />
    <circle cx="104" cy="66" r="17" fill="oklch(0.93 0.11 85)" />
    <rect y="70" width="160" height="42" fill={`url(#${id}-sea)`} />
    {range(11).map((line) => (
      <rect
        key={line}
        x={104 - 15 + ((line * 7) % 11) - line * 0.6}
        y={72 + line * 3.4}
        width={30 - ((line * 13) % 17)}
        height="1.1"
        fill="oklch(0.9 0.1 80)"
        opacity={0.75 - line * 0.055}
      />
    ))}
  </>
)

export const Ridges: Scene = ({ id }) => (
  <>
    <defs>
      <linearGradient id={`${id}-sky`} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="oklch(0.66 0.06 236)" />
        <stop offset="1" stopColor="oklch(0.88 0.04 80)" />
      </linearGradient>
    </defs>
    <rect width="160" height="112" fill={`url(#${id}-sky)`} />
    {range(5).map((layer) => (
      <path
        key={layer}
        d={ridge(layer)}
        fill={`oklch(${0.66 - layer * 0.115} ${0.035 + layer * 0.008} ${232 - layer * 12})`}
      />
    ))}
  </>
)

function ridge(layer: number): string {
  const next = numbers(layer * 31 + 7)
  const points = range(18).map((step) => {
    const height =
      46 + layer * 13 - next() * (20 - layer * 2) - Math.sin(step / 2.4 + layer * 1.7) * (8 - layer)
    return `L${(step * 160) / 17} ${height.toFixed(1)}`
  })
  return `M0 112${points.join('')}L160 112z`
}

export const Pitch: Scene = ({ id }) => (
  <>
    <defs>
      <radialGradient id={`${id}-light`} cx="0.5" cy="0" r="0.9">
        <stop offset="0" stopColor="oklch(0.98 0.03 110)" stopOpacity="0.75" />
        <stop offset="1" stopColor="oklch(0.3 0.05 150)" stopOpacity="0" />
      </radialGradient>
    </defs>
    <rect width="160" height="112" fill="oklch(0.24 0.03 262)" />
    {range(150).map((seat) => (
      <circle
        key={seat}
        cx={(seat % 30) * 5.5 + (seat % 7)}
        cy={8 + Math.floor(seat / 30) * 5.4}
        r="1.5"
        fill={`oklch(${0.4 + ((seat * 37) % 29) / 90} 0.07 ${(seat * 61) % 360})`}
      />
    ))}
    <path d="M0 38h160v74H0z" fill="oklch(0.5 0.12 147)" />
    {range(7).map((band) => (
      <path
        key={band}
        d={`M${48 + band * 9.2} 38h4.6L${-40 + band * 38} 112h-19z`}
        fill="oklch(0.56 0.13 145)"
      />
    ))}
    <g fill="none" stroke="oklch(0.95 0.02 140)" strokeWidth="1.1" opacity="0.85">
      <path d="M0 46h160M80 38v8M80 46v66" />
      <ellipse cx="80" cy="78" rx="34" ry="16" />
    </g>
    <circle cx="92" cy="80" r="2.6" fill="oklch(0.98 0 0)" />
    <rect width="160" height="112" fill={`url(#${id}-light)`} />
  </>
)

export const Leaves: Scene = () => (
  <>
    <rect width="160" height="112" fill="oklch(0.25 0.05 150)" />
    {range(26).map((leaf) => {
      const next = numbers(leaf + 90)
      const place = `translate(${next() * 170 - 5} ${next() * 120 - 4}) rotate(${next() * 360}) scale(${0.6 + next()})`
      return (
        <g key={leaf} transform={place}>
          <path
            d="M0 0c7-9 20-9 28 0c-8 9-21 9-28 0z"
            fill={`oklch(${0.36 + next() * 0.32} ${0.09 + next() * 0.06} ${128 + next() * 30})`}
          />
          <path d="M1 0h25" stroke="oklch(0.24 0.05 150)" strokeWidth="0.7" />
        </g>
      )
    })}
  </>
)

export const Orbit: Scene = ({ id }) => {
  const next = numbers(5)
  return (
    <>
      <defs>
        <radialGradient id={`${id}-rim`} cx="0.5" cy="0.5" r="0.5">
          <stop offset="0.86" stopColor="oklch(0.2 0.04 262)" />
          <stop offset="0.95" stopColor="oklch(0.55 0.12 240)" />
          <stop offset="1" stopColor="oklch(0.92 0.05 220)" />
        </radialGradient>
      </defs>
      <rect width="160" height="112" fill="oklch(0.13 0.02 268)" />
      {range(70).map((star) => (
        <circle
          key={star}
          cx={next() * 160}
          cy={next() * 112}
          r={0.25 + next() * 0.6}
          fill="oklch(0.95 0.02 250)"
        />
      ))}
      <circle cx="44" cy="166" r="112" fill={`url(#${id}-rim)`} />
    </>
  )
}
