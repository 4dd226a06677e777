import '#web/ui/screen-styles.ts';
import '@mantine/core/styles/Anchor.css';
import '@mantine/core/styles/Tooltip.css';
