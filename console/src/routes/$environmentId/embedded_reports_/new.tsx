import { createFileRoute } from '@tanstack/react-router'
import { NewEmbedScreen } from '../../../areas/reports/embeds/embed-form'

export const Route = createFileRoute('/$environmentId/embedded_reports_/new')({ component: NewEmbedScreen })
