import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readStored } from '../../../lib/storage'
import { RequestReset } from '../parts/reset/request-reset'
import { SetPassword } from '../parts/reset/set-password'
import { resetEmailKey } from '../queries-sign-in'

const route = getRouteApi('/reset')

/** A new password by mail: first the address, then the digits that were sent there. */
export function ResetScreen() {
  const { step } = route.useSearch()
  const navigate = route.useNavigate()
  const { email: known } = useLocation().state
  const asked = readStored('tab', resetEmailKey)
  const isSecond = step === 'code' && asked !== null
  useEffect(() => {
    if (step === 'code' && asked === null) void navigate({ search: ({ back }) => ({ back }), replace: true })
  }, [step, asked, navigate])

  if (isSecond) return <SetPassword email={asked} />
  return <RequestReset known={known ?? asked ?? ''} />
}
