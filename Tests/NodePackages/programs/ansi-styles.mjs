import styles from "ansi-styles";
console.log(JSON.stringify(styles.green.open + styles.color.ansi256(styles.rgbToAnsi256(199, 20, 250))), styles.hexToRgb("#abc"), styles.codes.get(1));
