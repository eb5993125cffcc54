import { createFileRoute } from '@tanstack/react-router'
import { SettingsStart } from '../../../app/settings/settings-start'

export const Route = createFileRoute('/$environmentId/settings/')({ component: SettingsStart })
