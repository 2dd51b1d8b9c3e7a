package request

// Random says what graph to draw, as [simulate.Options] do.
type Random struct {
	Nodes       int     `json:"nodes"`
	Edges       int     `json:"edges"`
	Probability float64 `json:"probability"`
	Bows        float64 `json:"bows"`
	TwoCycles   float64 `json:"two-cycles"`
	Known       float64 `json:"known"`
	Latent      int     `json:"latent"`
	Selected    int     `json:"selected"`
	MaxLag      int     `json:"max-lag"`
	Auto        float64 `json:"auto"`
	Prefix      string  `json:"prefix"`
}

// Changes say how to change a graph, as [simulate.Changes] do.
type Changes struct {
	Remove  int `json:"remove"`
	Reverse int `json:"reverse"`
	Add     int `json:"add"`
	Any     int `json:"any"`
}
