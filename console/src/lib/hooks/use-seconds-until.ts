import { useEffect, useState } from 'react'

/** Counts down the whole seconds until a time; 0 if it has passed or is undefined. */
export function useSecondsUntil(time: Date | string | undefined): number {
  const until = time === undefined ? 0 : new Date(time).getTime()
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    setNow(Date.now())
    if (until <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (until <= Date.now()) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return left
}
