import type { InstallationWallet } from '@kinora/contract'
import type { ReactNode } from 'react'

export interface ManageProps {
  readonly wallet: InstallationWallet
  readonly onClose: () => void
  /** Chooses another action. */
  readonly choice: ReactNode
}
