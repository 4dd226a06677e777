import '#web/ui/screen-styles.ts';
import '@mantine/core/styles/Anchor.css';
import '@mantine/core/styles/Kbd.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Tooltip.css';
