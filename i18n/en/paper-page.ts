import { appointmentColumns } from './appointment-columns.ts';
import { examPrint } from './exam-print.ts';
import { office } from './office.ts';
import { settlement } from './settlement.ts';
import { templates } from './templates.ts';

/** The English texts that come with templates and print. */
export const paperPage = {
  appointmentColumns,
  examPrint,
  office,
  settlement,
  templates,
};
