import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { worldSize } from './world'

export interface MapCountry {
  readonly code: string
  readonly name: string
  /** The exact value as text. */
  readonly text: string
  readonly color: string
  readonly isChosen: boolean
}

interface WorldMapProps {
  /** SVG paths by country code. */
  readonly outlines: ReadonlyMap<string, string>
  /** Countries with a value, largest first. */
  readonly countries: readonly MapCountry[]
  readonly nameOf: (code: string) => string
  readonly onChoose: (code: string) => void
}

/** The country under the pointer and the position of its tooltip. */
interface Pointed {
  readonly code: string
  readonly x: number
  readonly y: number
}

/** The colored map. Screen readers get a list of the countries with values. The map is not mirrored in right-to-left
 * languages. */
export function WorldMap({ outlines, countries, nameOf, onChoose }: WorldMapProps) {
  const t = useText()
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const byCode = new Map(countries.map((country) => [country.code, country]))
  const at = countries.findIndex(({ code }) => code === pointed?.code)

  const pointTo = (country: MapCountry | undefined) => {
    const box = container.current?.getBoundingClientRect()
    const part = container.current?.querySelector(`[data-code="${country?.code}"]`)?.getBoundingClientRect()
    if (country === undefined || box === undefined || part === undefined) return
    const [x, y] = [part.left + part.width / 2 - box.left, part.top + part.height / 2 - box.top]
    setPointed({ code: country.code, x, y })
  }
  const move = (event: KeyboardEvent) => {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    const target = { Home: 0, End: countries.length - 1 }[event.key]
    if (event.key === 'Escape') setPointed(null)
    if ((event.key === 'Enter' || event.key === ' ') && at >= 0 && pointed) {
      event.preventDefault()
      onChoose(pointed.code)
    }
    if (way === undefined && target === undefined) return
    event.preventDefault()
    pointTo(countries.at(target ?? (at + (way ?? 0)) % countries.length))
  }
  const point = (event: PointerEvent) => {
    const code = codeAt(event)
    const box = container.current?.getBoundingClientRect()
    if (code === undefined || box === undefined) return setPointed(null)
    setPointed({ code, x: event.clientX - box.left, y: event.clientY - box.top })
  }
  const width = container.current?.clientWidth ?? worldSize.width
  return (
    <div ref={container} dir="ltr" className="relative">
      <p id={`${id}-hint`} className="sr-only">
        {t('analytics:countries.hint')}
      </p>
      <div
        role="listbox"
        tabIndex={0}
        aria-label={t('analytics:dimensions.country')}
        aria-describedby={`${id}-hint`}
        {...(at >= 0 && { 'aria-activedescendant': `${id}-${pointed?.code}` })}
        className="rounded-1 outline-offset-4 focus-visible:outline-2 focus-visible:outline-act"
        onKeyDown={move}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && pointTo(countries[0])}
        onBlur={() => setPointed(null)}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
        onClick={(event) => {
          const code = codeAt(event)
          if (code !== undefined && byCode.has(code)) onChoose(code)
        }}
      >
        <svg
          role="presentation"
          viewBox={`0 0 ${worldSize.width} ${worldSize.height}`}
          className="block w-full"
        >
          <g aria-hidden stroke="var(--paper)" strokeWidth={0.5} fill="var(--map-0)">
            {[...outlines].map(
              ([code, path]) => !byCode.has(code) && <path key={code} data-code={code} d={path} />,
            )}
          </g>
          {countries.map(({ code, name, text, color, isChosen }) => (
            <path
              key={code}
              id={`${id}-${code}`}
              role="option"
              aria-selected={isChosen}
              aria-label={`${name}: ${text}`}
              data-code={code}
              d={outlines.get(code)}
              fill={color}
              stroke={isChosen || code === pointed?.code ? 'var(--ink)' : 'var(--paper)'}
              strokeWidth={isChosen || code === pointed?.code ? 1.2 : 0.5}
              className="cursor-pointer"
            />
          ))}
          {pointed && (
            <path
              aria-hidden
              d={outlines.get(pointed.code)}
              fill="none"
              stroke="var(--ink)"
              strokeWidth={1.2}
              pointerEvents="none"
            />
          )}
        </svg>
      </div>
      {pointed && (
        <p
          aria-hidden
          className="tabular pointer-events-none absolute z-10 rounded-2 bg-ink px-2.5 py-1.5 text-12 whitespace-nowrap text-paper"
          style={{
            top: pointed.y - 8,
            transform: 'translateY(-100%)',
            ...(pointed.x > width / 2 ? { right: width - pointed.x } : { left: pointed.x }),
          }}
        >
          <bdi className="font-head">{nameOf(pointed.code)}</bdi>{' '}
          <bdi>{byCode.get(pointed.code)?.text ?? t('analytics:countries.noViews')}</bdi>
        </p>
      )}
    </div>
  )
}

function codeAt({ target }: { readonly target: EventTarget }): string | undefined {
  return target instanceof SVGElement ? target.dataset.code : undefined
}
