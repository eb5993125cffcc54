import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireNobody } from '../areas/identity/guards'
import { readFragment } from '../areas/identity/sign-in/fragment'
import { storeGoogleResponse } from '../areas/identity/sign-in/google/google-response'
import { GoogleScreen } from '../areas/identity/sign-in/google/google-screen'
import {
  googlePath,
  readGoogleRequest,
  readGoogleResponse,
} from '../areas/identity/sign-in/google/google-sign-in'
import { takeStored } from '../lib/browser/storage'

export const Route = createFileRoute('/signin_/google')({
  beforeLoad: () => {
    const fragment = readFragment(googlePath)
    if (fragment) {
      storeGoogleResponse(readGoogleResponse(fragment, readGoogleRequest(takeStored('tab', 'google'))))
      throw redirect({ to: googlePath, replace: true })
    }
    requireNobody({ search: {} })
  },
  component: GoogleScreen,
})
