import { createFileRoute } from '@tanstack/react-router'
import { SettingsFrame } from '../../../app/settings/settings-frame'

export const Route = createFileRoute('/$environmentId/settings')({ component: SettingsFrame })
