import { numbers, range, type Scene } from './scene'

const bars = [95, 108, 195, 145, 328, 29, 264]

export const Bars: Scene = () => (
  <>
    {bars.map((hue, at) => (
      <rect
        key={hue}
        x={(at * 160) / 7}
        width={160 / 7 + 0.5}
        height="78"
        fill={at === 0 ? 'oklch(0.84 0.01 95)' : `oklch(${0.82 - at * 0.062} 0.15 ${hue})`}
      />
    ))}
    {range(8).map((step) => (
      <rect
        key={step}
        x={step * 20}
        y="78"
        width="20.5"
        height="14"
        fill={`oklch(${0.12 + step * 0.12} 0.004 262)`}
      />
    ))}
    <rect y="92" width="160" height="20" fill="oklch(0.14 0.01 262)" />
    <rect x="20" y="92" width="40" height="20" fill="oklch(0.95 0 0)" />
    <rect x="96" y="92" width="14" height="20" fill="oklch(0.19 0.01 262)" />
  </>
)

export const Card: Scene = () => (
  <>
    <rect width="160" height="112" fill="oklch(0.42 0.012 262)" />
    <path
      d={range(11)
        .map((line) => `M${line * 16} 0v112M0 ${line * 16}h160`)
        .join('')}
      stroke="oklch(0.72 0.01 262)"
      strokeWidth="0.8"
    />
    <circle cx="80" cy="56" r="48" fill="oklch(0.2 0.012 262)" />
    <circle cx="80" cy="56" r="48" fill="none" stroke="oklch(0.9 0 0)" strokeWidth="1" />
    {range(6).map((step) => (
      <rect
        key={step}
        x={44 + step * 12}
        y="42"
        width="12"
        height="14"
        fill={`oklch(${0.2 + step * 0.15} 0 0)`}
      />
    ))}
    {range(24).map((line) => (
      <rect
        key={line}
        x={44 + line * 3}
        y="60"
        width={0.6 + line * 0.05}
        height="14"
        fill="oklch(0.95 0 0)"
      />
    ))}
    <path d="M80 8v96M32 56h96" stroke="oklch(0.95 0 0)" strokeWidth="0.7" />
  </>
)

export const Leader: Scene = () => (
  <>
    <rect width="160" height="112" fill="oklch(0.7 0.012 80)" />
    <path d="M80 56V-40A96 96 0 0 1 163 104z" fill="oklch(0.56 0.014 80)" />
    <g fill="none" stroke="oklch(0.24 0.01 80)" strokeWidth="1.4">
      <circle cx="80" cy="56" r="44" />
      <circle cx="80" cy="56" r="38" />
      <path d="M0 56h160M80 0v112" strokeWidth="0.8" />
    </g>
    <path
      d="M71 38h20l-12 36"
      fill="none"
      stroke="oklch(0.2 0.01 80)"
      strokeWidth="6"
      strokeLinejoin="round"
    />
  </>
)

export const AudioMeter: Scene = () => {
  const next = numbers(11)
  return (
    <>
      <rect width="160" height="112" fill="oklch(0.18 0.03 200)" />
      {range(50).map((bar) => {
        const height = (8 + next() * 70) * (0.25 + Math.abs(Math.sin(bar / 6.5)))
        return (
          <rect
            key={bar}
            x={4 + bar * 3.06}
            y={56 - height / 2}
            width="1.7"
            height={height}
            rx="0.85"
            fill={`oklch(0.8 0.13 ${168 + bar})`}
          />
        )
      })}
    </>
  )
}

export const Weather: Scene = () => (
  <>
    <rect width="160" height="112" fill="oklch(0.5 0.07 236)" />
    <path
      d="M-4 66c20-20 30-6 46-18s14-34 44-32 34 22 52 18 16-14 28-18v100H-4z"
      fill="oklch(0.62 0.07 140)"
    />
    <g fill="none" stroke="oklch(0.96 0.02 220)" strokeWidth="0.9" opacity="0.85">
      {range(6).map((ring) => (
        <ellipse
          key={ring}
          cx={66 + ring * 1.8}
          cy={58 - ring}
          rx={10 + ring * 12}
          ry={6 + ring * 8.4}
          transform={`rotate(${-18 + ring * 3} 66 58)`}
        />
      ))}
    </g>
    <path d="M20 104C58 96 92 84 136 40" fill="none" stroke="oklch(0.55 0.19 27)" strokeWidth="2.2" />
    {range(5).map((bump) => (
      <circle
        key={bump}
        cx={44 + bump * 20}
        cy={98 - bump * bump * 2.1 - bump * 3}
        r="4"
        fill="oklch(0.55 0.19 27)"
      />
    ))}
  </>
)
