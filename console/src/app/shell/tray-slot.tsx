import { Suspense, useEffect, useRef } from 'react'
import { areas } from '../../areas.gen'

const trays = areas.flatMap(({ tray }) => tray ?? [])

/**
 * Docks the trays of areas at the bottom edge. Publishes its height as `--tray-height`, so that the content ends above
 * it.
 */
export function TraySlot() {
  const slot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = slot.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      element.parentElement?.style.setProperty('--tray-height', `${element.offsetHeight}px`)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={slot}
      className="absolute end-8 bottom-0 z-20 w-[468px] max-w-[calc(100%-64px)] lg:group-has-data-drawer/page:end-[calc(var(--w-drawer)+32px)] max-sm:inset-x-0 max-sm:w-full max-sm:max-w-none"
    >
      <Suspense>
        {trays.map((Tray) => (
          <Tray key={trays.indexOf(Tray)} />
        ))}
      </Suspense>
    </div>
  )
}
