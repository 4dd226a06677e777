import './paper-styles.ts';
import '@mantine/core/styles/Switch.css';
