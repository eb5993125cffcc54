import { type ComponentType, useEffect, useState } from 'react'

/** Everything that a screen loads at first comes before it. */
const firstMs = 10_000

/** The status of the wallet, for the bar above every screen, loaded some seconds after the screen. */
export function LowBalance() {
  const [Status, setStatus] = useState<ComponentType>()
  useEffect(() => {
    const timer = setTimeout(
      () => void import('./wallet-status').then(({ WalletStatus }) => setStatus(() => WalletStatus)),
      firstMs,
    )
    return () => clearTimeout(timer)
  }, [])
  return Status && <Status />
}
