import '#web/crud/mantine-styles.ts';
import '@mantine/core/styles/Progress.css';
