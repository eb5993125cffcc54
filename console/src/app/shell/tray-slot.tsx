import { Suspense, useEffect, useRef } from 'react'
import { areas } from '../areas'

const trays = areas.flatMap(({ tray }) => tray ?? [])

/**
 * The bottom edge, where trays of areas dock and stay while screens change. Its height is kept in `--tray-height`, and
 * the content ends that much higher.
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
      className="absolute end-8 bottom-0 z-20 w-[468px] max-w-[calc(100%-64px)] max-sm:inset-x-0 max-sm:w-full max-sm:max-w-none"
    >
      <Suspense>
        {trays.map((Tray) => (
          <Tray key={trays.indexOf(Tray)} />
        ))}
      </Suspense>
    </div>
  )
}
