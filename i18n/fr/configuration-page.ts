import { configuration, settingAffects, settingGroup, settingHelp } from './configuration.ts';
import { settingName } from './setting-names.ts';

/** The texts that come with the configuration. */
export const configurationPage = {
  configuration,
  settingAffects,
  settingGroup,
  settingHelp,
  settingName,
};
